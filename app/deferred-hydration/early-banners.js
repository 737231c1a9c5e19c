// Follows the early script on pages with a banner: one that the visitor closed is hidden before the page is painted, so
// that nothing moves, and stays closed. Works before and after hydration.
;(() => {
  const sheet = new CSSStyleSheet()
  let closed = []
  const hide = (keys) => {
    closed = keys.filter((key) => /^[\w-]+$/.test(key)).slice(-20)
    sheet.replaceSync(closed.map((key) => `[data-banner="${key}"]{display:none}`).join(''))
  }
  try {
    hide(JSON.parse(localStorage.closedBanners ?? '[]'))
  } catch {
    // The browser may refuse storage: what is closed comes back on the next page.
  }
  document.adoptedStyleSheets.push(sheet)
  document.documentElement.dataset.banners = ''
  document.addEventListener('click', ({ target }) => {
    const banner = target.closest('[data-banner] button')?.closest('[data-banner]')
    if (!banner) return
    hide([...closed, banner.dataset.banner])
    try {
      localStorage.closedBanners = JSON.stringify(closed)
    } catch {
      // As above.
    }
  })
})()
