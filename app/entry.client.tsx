import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from './locales/lang.ts'
import { registerBrowserTexts } from './locales/texts.tsx'
import { loadChunk, retryFailedPageData } from './shell/navigation-recovery/page-chunks.ts'

/** Loads only the texts of the page's language. */
async function start() {
  const lang = document.documentElement.lang as Lang
  const texts = lang === 'en' ? await import('./locales/en/browser.ts') : await import('./locales/ar/browser.ts')
  registerBrowserTexts(lang, texts, loadChunk)
  retryFailedPageData()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Hydrated>
          <HydratedRouter />
        </Hydrated>
      </StrictMode>,
    )
  })
}

/** Announces the end of hydration; the early script then repeats a click that was made before. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.scripts = 'ready'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

void start()
