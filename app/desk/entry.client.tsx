import { hydrateDocument } from '../shell/hydrate-document.tsx'
import { loadChunk } from '../shell/navigation-recovery/page-chunks.ts'
import { registerBrowserDeskTexts } from './texts.tsx'

void hydrateDocument(async (lang) => {
  const texts =
    lang === 'en' ? await import('../locales/en/desk/browser.ts') : await import('../locales/ar/desk/browser.ts')
  registerBrowserDeskTexts(lang, texts, loadChunk)
})
