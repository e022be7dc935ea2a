// The key pad in the browser. It keeps a log of taps: each tap gets the next number and is sent with all earlier ones
// that the server has not confirmed, so a slow script, a lost connection or a restarted server loses and doubles none.
// The log outlives this element (other page and back) and the document (reload), but not the browser tab.
// The link that holds the server's position comes with the confirmation and names the last tap that it holds, so at every
// moment an address of ours and the later taps add up to what the player has tapped.

const store = {
  read(name) {
    try { return JSON.parse(sessionStorage.getItem("flip7.pad." + name)) } catch { return null }
  },
  // Confirmed taps stay a while: a reload may still come back to the address of a moment ago.
  write(name, log) {
    const kept = JSON.stringify({ log: log.log, count: log.count, taps: log.recent.slice(-60), at: log.at })
    try { sessionStorage.setItem("flip7.pad." + name, kept) } catch { /* private mode: memory only */ }
  },
}
const logs = (globalThis.flip7Logs ??= new Map())

function newLog() {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
  const random = crypto.getRandomValues(new Uint8Array(8))
  return { log: Array.from(random, (n) => letters[n % 36]).join(""), count: 0, taps: [], recent: [] }
}

function setLink(query) {
  const url = new URL(location.href)
  url.search = query
  if (url.href !== location.href) history.replaceState(history.state, "", url)
}

// After a reload the stored log goes on only where the server's position has heard of it, or where the address is still
// the one it was tapped at: taps that were meant for one position must not fall on another one opened by a link, nor on
// the same one when somebody goes there again.
const reloaded = () => performance.getEntriesByType("navigation")[0]?.type !== "navigate"

function openLog(name, [heardLog, heardCount]) {
  let log = logs.get(name)
  if (!log) {
    const kept = store.read(name)
    const mine = kept && Array.isArray(kept.taps) && (kept.log === heardLog || (!heardLog && reloaded() && kept.at === location.search))
    log = mine ? { ...kept, recent: kept.taps } : newLog()
    logs.set(name, log)
  }
  if (log.log === heardLog) {
    log.taps = log.taps.filter(([number]) => number > heardCount)
    log.count = Math.max(log.count, heardCount)
    store.write(name, log)
  }
  return log
}

// The second tap of a hasty two must not fall on whatever has just come under the finger.
const SETTLE_MS = 350
// An answer takes a tenth of that, so whoever waits longer is told that the taps are kept.
const WAIT_MS = 1000
const now = () => performance.now()

function element(tag, className) {
  const made = document.createElement(tag)
  if (className) made.className = className
  return made
}

function set(node, attribute, value) {
  if (value === null || value === undefined) node.removeAttribute(attribute)
  else if (node.getAttribute(attribute) !== value) node.setAttribute(attribute, value)
}

// Buttons are kept and changed, never replaced: a finger or the focus may be on one.
function drawKey(button, key) {
  set(button, "aria-label", key.label)
  set(button, "aria-disabled", key.off ? "true" : null)
  set(button, "aria-pressed", key.pressed === null ? null : String(key.pressed))
  button.classList.toggle("held", key.held)
  if (button.shown !== key.face) { button.firstChild.innerHTML = key.face; button.shown = key.face }
  if (button.lastChild.textContent !== key.note) button.lastChild.textContent = key.note
}

function drawSection(box, section) {
  set(box, "class", "section " + section.layout)
  set(box, "role", "group")
  set(box, "aria-label", section.label)
  const old = new Map()
  for (const child of [...box.children]) {
    if (child.dataset.slot) old.set(child.dataset.slot, child)
    else child.remove()
  }
  const seen = {}
  let at = box.firstChild
  let last = null
  for (const key of section.keys) {
    seen[key.code] = (seen[key.code] ?? 0) + 1
    const slot = key.code + "#" + seen[key.code]
    let button = old.get(slot)
    old.delete(slot)
    const made = !button
    if (made) {
      button = element("button")
      button.type = "button"
      button.dataset.slot = slot
      button.born = now()
      button.dataset.code = key.code
      button.append(element("span", "face"), element("span", "note"))
    }
    drawKey(button, key)
    if (button === at) at = at.nextSibling
    else box.insertBefore(button, at)
    if (made && section.layout === "chips") last = button
  }
  for (const gone of old.values()) gone.remove()
  if (last) box.scrollLeft = last.offsetLeft
  const chosen = section.layout === "seats" && box.querySelector("[aria-pressed=true]")
  if (chosen && box.chosen !== chosen.dataset.code) {
    const [outer, inner] = [box.getBoundingClientRect(), chosen.getBoundingClientRect()]
    box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
    box.chosen = chosen.dataset.code
  }
  if (!section.keys.length && section.empty) {
    const empty = element("span", "empty")
    empty.textContent = section.empty
    box.append(empty)
  }
}

export default function (component) {
  const { parentElement, data, setStateValue } = component
  const pad = parentElement.querySelector(".pad")
  const waiting = parentElement.querySelector(".waiting")
  const said = parentElement.querySelector(".said")
  if (!pad || !data) return
  const tapped = logs.get(data.name)?.heard !== data.heard[1]
  const moved = data.link && logs.get(data.name)?.link !== data.link
  if (data.link) setLink(data.link)
  const log = openLog(data.name, data.heard)
  log.link = data.link
  // A screen that others have changed while a tap is on its way: the tap was meant for the one before.
  if (tapped || !log.taps.length) log.meant = data.link
  log.heard = data.heard[1]
  // A new session after a restart may be given an old address by the client, so the position goes with the taps.
  const send = () => setStateValue("taps", { log: log.log, taps: log.taps, link: log.meant })
  const sendUnlessLeaving = () => {
    // A rerun that is asked for while the page is changing would keep it from changing; the log keeps the tap.
    const leaving = Date.now() - (globalThis.flip7Leaving ?? 0) < 1500
    if (!leaving) send()
    else setTimeout(() => { if (parentElement.isConnected ?? parentElement.host?.isConnected) send() }, 1600)
  }

  const place = () => pad.lastElementChild?.querySelector("button")?.getBoundingClientRect().top
  const before = place()
  const focused = () => pad.contains(pad.getRootNode().activeElement)
  const had = focused()
  while (pad.children.length > data.sections.length) pad.lastChild.remove()
  data.sections.forEach((section, i) => drawSection(pad.children[i] ?? pad.appendChild(element("div")), section))
  // Whoever works from the keyboard must not start again at the top of the page when a question replaces the keys.
  if (had && !focused()) pad.querySelector("button:not([aria-disabled])")?.focus({ preventScroll: true })
  if (before !== undefined && Math.abs(place() - before) > 8) pad.moved = now()
  if (said.textContent !== data.say) said.textContent = data.say

  // Counted from the first tap that is not confirmed: neither further taps nor a redrawn pad put the words off.
  const showWaiting = () => {
    pad.waitTimer = null
    const n = log.taps.length
    const words = n ? `${n} ${n === 1 ? "tap is" : "taps are"} kept and will count as soon as the connection is back.` : ""
    if (waiting.textContent !== words) waiting.textContent = words
  }
  if (log.taps.length) pad.waitTimer ??= setTimeout(showWaiting, WAIT_MS)
  else {
    clearTimeout(pad.waitTimer)
    showWaiting()
  }

  pad.onclick = (event) => {
    const button = event.target.closest("button")
    // Only a finger can be surprised: keys pressed on a keyboard or by a program have no place.
    const unsettled = data.careful && event.detail && now() - Math.max(button?.born ?? 0, pad.moved ?? 0) < SETTLE_MS
    if (!button || unsettled) return
    log.count += 1
    log.taps = [...log.taps, [log.count, button.dataset.code]]
    log.recent = [...log.recent.slice(-60), [log.count, button.dataset.code]]
    log.at = location.search
    store.write(data.name, log)
    clearTimeout(pad.settleTimer)
    sendUnlessLeaving()
    if (waiting.textContent) showWaiting()
    else pad.waitTimer ??= setTimeout(showWaiting, WAIT_MS)
  }

  // What was sent last is sent again to a restarted server: it should be the position as it is, not the taps that led
  // there, because an Undo that is heard twice by a session without a past takes back something else.
  clearTimeout(pad.settleTimer)
  if (tapped && !log.taps.length) pad.settleTimer = setTimeout(() => { if (!log.taps.length) sendUnlessLeaving() }, 600)

  // Taps that a reload found in the store have not been sent by this element yet.
  if (!pad.dataset.started) {
    pad.dataset.started = "yes"
    for (const button of pad.querySelectorAll("button")) button.born = 0
    if (log.taps.length) send()
  } else if (moved && !tapped && !log.taps.length) {
    // The position has changed without a tap (typed cards): a new session must learn of it too.
    send()
  }
}
