// A short text that stays on this device. A session says on which stored text its own is built (base); where the device
// holds another one, stored by another visit or tab, that is told first, and the session joins it with what it has. A
// session that has heard nothing yet writes over nothing: after a restart of the server it knows less than the device.
// Starting over writes at once and begins a new generation, so that no other tab brings back what was forgotten.

const written = (globalThis.flip7Written ??= new Map())
const forgotten = (globalThis.flip7Forgotten ??= new Map())
let told = 0

export default function ({ data, setStateValue }) {
  if (!data) return
  const name = "flip7.kept." + data.name
  const mine = data.session + " " + data.name
  try {
    const stored = localStorage.getItem(name) ?? ""
    const generation = Number(localStorage.getItem(name + ".generation") ?? 0)
    const write = () => {
      if (data.text) localStorage.setItem(name, data.text)
      else localStorage.removeItem(name)
      written.set(mine, data.text)
    }
    if (data.forget > (forgotten.get(mine) ?? 0)) {
      forgotten.set(mine, data.forget)
      localStorage.setItem(name + ".generation", String(generation + 1))
      write()
      return
    }
    const base = written.get(mine) ?? data.base ?? ""
    if (stored === base || stored === data.text) write()
    else {
      written.delete(mine)
      setStateValue("told", { session: data.session, n: ++told, text: stored, generation })
    }
  } catch { /* private mode: kept for this visit only */ }
}
