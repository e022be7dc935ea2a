// A short text that stays on this device. Stored by another visit or tab, it is told to the page first, which joins it
// with what it has; only then is it written over.

const seen = (globalThis.flip7Kept ??= new Map())

export default function ({ data, setStateValue }) {
  if (!data) return
  const name = "flip7.kept." + data.name
  try {
    const stored = localStorage.getItem(name) ?? ""
    if (stored === data.text) { seen.set(name, stored); return }
    if (stored && stored !== seen.get(name)) {
      seen.set(name, stored)
      setStateValue("told", stored)
      return
    }
    if (data.text) localStorage.setItem(name, data.text)
    else localStorage.removeItem(name)
    seen.set(name, data.text)
  } catch { /* private mode: kept for this visit only */ }
}
