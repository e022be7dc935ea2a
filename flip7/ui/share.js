// The link to this position: shown, and copied with one tap. The address of the page itself is known only here;
// another page of ours lies beside it.

export default function (component) {
  const { parentElement, data } = component
  const field = parentElement.querySelector("input")
  const button = parentElement.querySelector("button")
  const told = parentElement.querySelector("p")
  if (!field || !data) return
  const path = data.page ? location.pathname.replace(/[^/]*$/, data.page) : location.pathname
  const link = location.origin + path + (data.query ? "?" + data.query : "")
  if (field.value !== link) { field.value = link; told.textContent = "" }

  // Without https a browser offers no clipboard; then the old way is tried, and else the marked text is left to copy.
  async function copied() {
    try { await navigator.clipboard.writeText(link); return true } catch { /* the old way, then */ }
    field.focus()
    field.select()
    try { return document.execCommand("copy") } catch { return false }
  }
  button.onclick = async () => {
    told.textContent = (await copied()) ? "Copied." : "Not copied here: the link is marked, copy it by hand."
  }
}
