// Follows the early script on pages with a textarea. React gives a textarea its initial text again when it hydrates it: the
// field of a visitor does not take it, so that what was typed stays, with the caret.
;(() => {
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
  const fields = new Set()
  const keep = ({ target }) => {
    if (target.localName !== 'textarea' || fields.has(target)) return
    fields.add(target)
    // From now on its value is its own: until then another initial text, though the same, takes the caret to its start.
    set.call(target, target.value)
    Object.defineProperty(target, 'value', {
      configurable: true,
      get,
      set(text) {
        if (text !== this.defaultValue) set.call(this, text)
      },
    })
  }
  document.addEventListener('focusin', keep, true)
  document.addEventListener('input', keep, true)
  document.addEventListener(
    'hydrated',
    () => {
      document.removeEventListener('focusin', keep, true)
      document.removeEventListener('input', keep, true)
      for (const field of fields) {
        delete field.value
        // For what follows the text, such as a counter.
        if (field.value !== field.defaultValue) field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },
    { once: true },
  )
})()
