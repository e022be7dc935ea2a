// Four small jobs that only the browser can do: keep the address in step with the page, remember it, leave a way back, and
// mend the tabs.

function tabs(page) {
  const links = [...document.querySelectorAll(".st-key-f7-tabs a")]
  for (const link of links) {
    const current = link.closest(".st-key-f7-tab-" + page) !== null
    if (current) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
  // The link to the first page comes without an address, so it cannot be opened in a new tab or read out as a link.
  const home = document.querySelector(".st-key-f7-tab-home a")
  const other = links.find((link) => link !== home && link.getAttribute("href"))
  if (home && other && !home.getAttribute("href")) home.setAttribute("href", new URL(".", other.href).pathname)
  const bar = document.querySelector(".st-key-f7-tabs")
  if (bar) { bar.setAttribute("role", "navigation"); bar.setAttribute("aria-label", "Pages") }
}

// When the server is lost, Streamlit lays a dialog about terminals over the page and makes the rest inert. Taps are kept
// (see pad.js), so the page stays usable: close it. Dialogs of our own hold a vertical block.
function freeThePage() {
  const dialog = document.querySelector("[data-testid=stDialog]:not(:has([data-testid=stVerticalBlock]))")
  if (dialog && document.querySelector(".stApp:not([data-test-connection-state=CONNECTED])")) {
    dialog.querySelector("button")?.click()
  }
}

// Taps on the key pad must not hold a page back that is being left (see pad.js).
addEventListener("click", (event) => {
  if (event.target.closest?.(".st-key-f7-tabs a, [class*=st-key-f7-job] a")) globalThis.flip7Leaving = Date.now()
}, true)

// The device remembers each page's link for half a day. A page that opens without one (a tab closed and opened again, a
// server that was restarted while another page was shown) is told what was there; false: wait for what it makes of it.
const REMEMBERED_MS = 12 * 3600 * 1000
let openPage = ""

function remember({ setStateValue }, { page, query }) {
  const name = "flip7.link." + page
  const first = openPage !== page
  openPage = page
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null")
    if (first && !query && kept?.query && Date.now() - kept.at < REMEMBERED_MS) {
      setStateValue("kept", { page, query: kept.query })
      return false
    }
    if (query || kept) localStorage.setItem(name, JSON.stringify({ query, at: Date.now() }))
  } catch { /* private mode: the address alone remembers */ }
  return true
}

// Back returns to what the page showed before: both entries of the history are marked, and a marked one is loaded anew.
let entry = ""

function wayBack(word, url) {
  entry = word
  history.replaceState({ ...history.state, flip7: true }, "")
  history.pushState({ flip7: true }, "", url)
}

addEventListener("popstate", ({ state }) => { if (state?.flip7) location.reload() })

export default function (component) {
  const { data } = component
  if (!data) return
  if (data.job === "tabs") {
    const mend = () => { tabs(data.page); freeThePage() }
    mend()
    // The links may be drawn after this runs, and drawn again when the page changes; setting the same attribute again
    // is no change of children, so this does not watch itself.
    const watch = new MutationObserver(mend)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }
  if (data.job === "link") {
    if (data.page && !remember(component, data)) return
    const url = new URL(location.href)
    url.search = data.query
    if (data.entry && data.entry !== entry) wayBack(data.entry, url)
    else if (url.href !== location.href) history.replaceState(history.state, "", url)
  }
}
