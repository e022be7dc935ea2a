// Two small jobs that only the browser can do: keep the address in step with the page, and mend the tabs.

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
    const url = new URL(location.href)
    url.search = data.query
    if (url.href !== location.href) history.replaceState(history.state, "", url)
  }
}
