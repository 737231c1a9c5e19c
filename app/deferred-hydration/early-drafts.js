// Follows the early script on pages with forms of the desk. Scripts fill a form with the draft of it that is kept in this
// browser: nobody types into it before, since the draft would replace that.
;(() => {
  // After that the scripts are taken for lost, and the form is used without them.
  const WAIT_MS = 10000
  const closed = new Set()
  const hasDraft = (form) => {
    const { value } = form.elements.namedItem('draft') ?? {}
    try {
      return value && localStorage.getItem(value)
    } catch {
      return false
    }
  }
  const close = () => {
    for (const form of document.forms)
      if (!closed.has(form) && hasDraft(form)) {
        form.inert = true
        closed.add(form)
      }
  }
  const open = () => {
    document.removeEventListener('focusin', close, true)
    document.removeEventListener('DOMContentLoaded', close)
    for (const form of closed) form.inert = false
  }
  // Somebody may reach a field before the whole page is there.
  document.addEventListener('focusin', close, true)
  document.addEventListener('DOMContentLoaded', close)
  document.addEventListener('hydrated', open, { once: true })
  setTimeout(open, WAIT_MS)
})()
