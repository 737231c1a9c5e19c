import { registerBrowserTexts } from './locales/texts.tsx'
import { hydrateDocument } from './shell/hydrate-document.tsx'
import { loadChunk } from './shell/navigation-recovery/page-chunks.ts'

void hydrateDocument(async (lang) => {
  const texts = lang === 'en' ? await import('./locales/en/browser.ts') : await import('./locales/ar/browser.ts')
  registerBrowserTexts(lang, texts, loadChunk)
})
