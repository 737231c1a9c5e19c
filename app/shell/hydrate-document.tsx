import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { Lang } from '../locales/lang.ts'
import { retryFailedPageData } from './navigation-recovery/page-chunks.ts'

/** @param loadTexts loads only the texts of the document's language */
export async function hydrateDocument(loadTexts: (lang: Lang) => Promise<void>): Promise<void> {
  await loadTexts(document.documentElement.lang as Lang)
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
