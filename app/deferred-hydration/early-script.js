// Inlined into the head of every page, so it is kept small. It remembers the language, and starts deferred hydration
// (see `defer-hydration.server.ts`) at the visitor's first interaction. `data-scripts` of the document is `ready` after
// hydration, and `late` when the scripts failed or took too long.
;(() => {
  const root = document.documentElement
  const { lang, dir } = root
  // For `/` and `/error`, whose addresses have no language.
  try {
    const secure = location.protocol === 'https:' ? '; secure' : ''
    // Staff have signed out: only what they typed at the desk and have not sent stays, for them alone (decision 0024).
    if (/(^|; )signedOut=/.test(document.cookie)) {
      for (const key of Object.keys(localStorage)) if (!/^(desk-draft|attendance):/.test(key)) delete localStorage[key]
      sessionStorage.clear()
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
      document.cookie = `signedOut=; path=/; max-age=0${secure}`
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax${secure}`
    localStorage.lang = lang
    localStorage.dir = dir
  } catch {
    // The browser may refuse storage; the page works without it.
  }

  const EVENTS = ['pointerover', 'pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'input']
  const eachEvent = (method) => {
    for (const event of EVENTS) document[method](event, start, { capture: true, passive: true })
    window[method]('scroll', start, { capture: true, passive: true })
    window[method]('pageshow', restored)
  }
  const restored = (event) => event.persisted && start()

  function start() {
    const deferred = document.querySelector('script[data-deferred]')
    // The first event may come before the page is parsed; then the next event starts hydration.
    if (!deferred) return document.readyState === 'loading' || eachEvent('removeEventListener')
    eachEvent('removeEventListener')
    for (const href of deferred.dataset.deferred.split(' ')) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    // A page that is not shared by all guests allows its scripts by their nonce, which a new element has to carry.
    const { text, nonce } = deferred
    const script = Object.assign(document.createElement('script'), { type: 'module', text, nonce })
    // After a failed load, the next interaction tries again.
    script.onerror = () => {
      script.replaceWith(deferred)
      root.dataset.scripts = 'late'
      setTimeout(() => eachEvent('addEventListener'), 3000)
    }
    deferred.replaceWith(script)
  }
  eachEvent('addEventListener')

  // The last click before hydration on a control that only works hydrated is repeated afterwards; it stays marked as busy
  // until then. When the scripts do not come in time, the page shows what is there without them, and the browser follows
  // a link.
  const WAIT_MS = 6000
  let clicked
  const remember = (event) => {
    const control = event.target.closest('[data-replay]')
    if (!control || root.dataset.scripts || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    // Also for React, which may be hydrating by now.
    event.stopImmediatePropagation()
    event.preventDefault()
    if (clicked) clicked.control.ariaBusy = null
    const click = { control, form: control.form }
    clicked = click
    control.ariaBusy = 'true'
    setTimeout(() => {
      if (clicked !== click) return
      clicked = undefined
      control.ariaBusy = null
      if (control.href) return location.assign(control.href)
      root.dataset.scripts = 'late'
    }, WAIT_MS)
  }
  // The fields that the visitor changed before hydration: see `use-early-change.ts`.
  const earlyChanges = new WeakSet()
  window.earlyChanges = earlyChanges
  const change = ({ target }) => earlyChanges.add(target)

  document.addEventListener('click', remember, true)
  for (const event of ['input', 'change']) document.addEventListener(event, change, true)
  document.addEventListener(
    'hydrated',
    () => {
      document.removeEventListener('click', remember, true)
      for (const event of ['input', 'change']) document.removeEventListener(event, change, true)
      const click = clicked
      clicked = undefined
      if (!click) return
      click.control.ariaBusy = null
      // After the components that look different with scripts were rendered again.
      setTimeout(() =>
        (click.control.isConnected ? click.control : click.form?.querySelector('[data-replay]'))?.click(),
      )
    },
    { once: true },
  )
})()
