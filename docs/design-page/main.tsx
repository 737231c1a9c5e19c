/** Every token and component on one page, drawn from the very files that the site uses. */
import '../../app/ui/base.css'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { texts } from '../../app/locales/ar/index.ts'
import { LangProvider, registerTexts } from '../../app/locales/texts.tsx'
import DesignPage from './design-page.tsx'

registerTexts('ar', texts)
const router = createMemoryRouter([{ id: 'root', path: '*', Component: DesignPage }])
createRoot(document.body).render(
  <LangProvider lang="ar">
    <RouterProvider router={router} />
  </LangProvider>,
)
