import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from '../locales/lang.ts'
import { loadChunk, retryFailedPageData } from '../shell/navigation-recovery/page-chunks.ts'
import { registerBrowserDeskTexts } from './texts.tsx'

/** Loads only the texts of the page's language. */
async function start() {
  const lang = document.documentElement.lang as Lang
  const texts =
    lang === 'en' ? await import('../locales/en/desk/browser.ts') : await import('../locales/ar/desk/browser.ts')
  registerBrowserDeskTexts(lang, texts, loadChunk)
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

/** Announces the end of hydration, as on the site. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.scripts = 'ready'
    document.dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

void start()
