// Stands in the head of every page, as it is: it remembers the language, and lets scripts that wait (see
// `wait.server.ts`) come at the first sign of a visitor. Small, since every page carries it.
;(() => {
  const { lang, dir } = document.documentElement
  // For `/` and `/error`, whose addresses have no language.
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
    localStorage.lang = lang
    localStorage.dir = dir
  } catch {
    // A visitor who lets nothing be stored still reads.
  }

  const SIGNS = ['pointerover', 'pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'input']
  const all = (how) => {
    for (const sign of SIGNS) document[how](sign, start, { capture: true, passive: true })
    window[how]('scroll', start, { capture: true, passive: true })
    window[how]('pageshow', restored)
  }
  const restored = (event) => event.persisted && start()

  function start() {
    const waiting = document.querySelector('script[data-wait]')
    // A sign may come before the page is there; the next one starts.
    if (!waiting) return document.readyState === 'loading' || all('removeEventListener')
    all('removeEventListener')
    for (const href of waiting.dataset.wait.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    const script = Object.assign(document.createElement('script'), { type: 'module', text: waiting.text })
    // Not to be lost for a connection that was away: the next sign after a while tries again.
    script.onerror = () => {
      script.replaceWith(waiting)
      setTimeout(() => all('addEventListener'), 3000)
    }
    waiting.replaceWith(script)
  }
  all('addEventListener')

  // What only scripts serve was pressed before they were there: pressed again when they are. The last press counts.
  let pressed
  const remember = (event) => {
    pressed = event.target.closest('[data-replay]') ?? pressed
  }
  document.addEventListener('click', remember, true)
  document.addEventListener(
    'scripts-ready',
    () => {
      document.removeEventListener('click', remember, true)
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
})()
