import { catalogue } from './catalogue.ts'
import { footer } from './footer.ts'
import { pages } from './pages.ts'
import { shell } from './shell.ts'
import { ui } from './ui.ts'

export const first = { catalogue, footer, pages, shell, ui }

export const later = {
  appeals: () => import('./appeals.ts'),
  blog: () => import('./blog.ts'),
  comments: () => import('./comments.ts'),
  certificates: () => import('./certificates.ts'),
  community: () => import('./community.ts'),
  carousel: () => import('./carousel.ts'),
  course: () => import('./course.ts'),
  socialSignIn: () => import('./social-sign-in.ts'),
  header: () => import('./header.ts'),
  accounts: () => import('./accounts.ts'),
  innerPages: () => import('./inner-pages.ts'),
  learning: () => import('./learning.ts'),
  lessons: () => import('./lessons.ts'),
  listing: () => import('./listing.ts'),
  notices: () => import('./notices.ts'),
  ordersDocuments: () => import('./orders-documents.ts'),
  orders: () => import('./orders.ts'),
  passkeys: () => import('./passkeys.ts'),
  pictureCrop: () => import('./picture-crop.ts'),
  profile: () => import('./profile.ts'),
  quotation: () => import('./quotation.ts'),
  staff: () => import('./staff.ts'),
  trainer: () => import('./trainer.ts'),
  twoFactor: () => import('./two-factor.ts'),
  uploads: () => import('./uploads.ts'),
  writing: () => import('./writing.ts'),
  sideMenu: () => import('./side-menu.ts'),
  sessions: () => import('./sessions.ts'),
  search: () => import('./search.ts'),
}
