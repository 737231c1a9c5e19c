import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from './locales/lang.ts'
import { registerBrowserTexts } from './locales/texts.tsx'
import { keepAskingForPageData, loadPart } from './shell/page-parts.ts'

/** One language is loaded: the one the page was written in. */
async function start() {
  const lang = document.documentElement.lang as Lang
  const texts = lang === 'en' ? await import('./locales/en/browser.ts') : await import('./locales/ar/browser.ts')
  registerBrowserTexts(lang, texts, loadPart)
  keepAskingForPageData()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Ready>
          <HydratedRouter />
        </Ready>
      </StrictMode>,
    )
  })
}

/** Tells when every part of the page answers, so that what was pressed before is pressed again. */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.scripts = 'ready'
    document.dispatchEvent(new Event('scripts-ready'))
  }, [])
  return children
}

void start()
