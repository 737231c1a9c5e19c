// Follows the early script on pages that have a form and whose hydration is deferred. Until then it checks the fields by the
// browser's own validation, with messages in the page's language, and lets a form be sent only once.
;(() => {
  // Replaced by the texts of the page's language.
  const TEXTS = '{texts}'
  // How long the browser may wait for the answer to a form before the visitor can send it again.
  const SEND_AGAIN_MS = 10000
  const root = document.documentElement

  const messageOf = (field) => {
    const { valueMissing, typeMismatch } = field.validity
    if (valueMissing && field.type === 'checkbox') return TEXTS.tick
    if (valueMissing && (field.type === 'radio' || field.localName === 'select')) return TEXTS.choose
    if (valueMissing) return TEXTS.missing
    return typeMismatch && field.type === 'email' ? TEXTS.email : ''
  }
  const isValid = (form) => {
    for (const field of form.elements) {
      field.setCustomValidity('')
      field.setCustomValidity(messageOf(field))
    }
    return form.reportValidity()
  }

  let sent
  const send = (event) => {
    const form = event.target
    if (form.getAttribute('method') !== 'post') return
    if (sent?.form === form && event.timeStamp - sent.at < SEND_AGAIN_MS) return stop(event)
    if (root.dataset.scripts === 'ready') return
    // What scripts did not come for is checked by the server.
    if (root.dataset.scripts !== 'late' && !event.submitter?.formNoValidate && !isValid(form)) return stop(event)
    sent = { form, at: event.timeStamp }
  }
  const stop = (event) => {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  document.addEventListener('submit', send, true)
  window.addEventListener('pageshow', () => {
    sent = undefined
  })

  document.addEventListener(
    'hydrated',
    () => {
      for (const field of document.querySelectorAll('form[method=post] :is(input, select, textarea)'))
        field.setCustomValidity('')
    },
    { once: true },
  )

  // A draft of the form is shown at once: hydration restores it.
  document.addEventListener('DOMContentLoaded', () => {
    try {
      for (const { dataset } of document.querySelectorAll('form[data-draft]'))
        if (localStorage.getItem(dataset.draft)) document.dispatchEvent(new Event('input'))
    } catch {
      // Without storage there are no drafts.
    }
  })
})()
