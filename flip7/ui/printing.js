// The browser's own print dialog: nothing else can print a page.

export default function (component) {
  const button = component.parentElement.querySelector("button")
  if (button) button.onclick = () => window.print()
}
