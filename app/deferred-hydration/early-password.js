// Follows the early script on pages with a password field: the button that shows the password works before hydration.
// `password-field.tsx` then goes on from `aria-pressed`.
;(() => {
  const toggle = (event) => {
    const button = event.target.closest('[data-eye]')
    if (!button) return
    // Otherwise React, which may be hydrating by now, would toggle it back.
    event.stopImmediatePropagation()
    const isShown = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', isShown)
    button.parentElement.querySelector('input').type = isShown ? 'text' : 'password'
  }
  document.addEventListener('click', toggle, true)
  document.addEventListener('hydrated', () => document.removeEventListener('click', toggle, true), { once: true })
})()
