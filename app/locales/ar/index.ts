/** The texts of pages. Errors and mails have their own files, which browsers never load. */

import { accounts } from './accounts.ts'
import { appeals } from './appeals.ts'
import { blog } from './blog.ts'
import { carousel } from './carousel.ts'
import { catalogue } from './catalogue.ts'
import { certificates } from './certificates.ts'
import { comments } from './comments.ts'
import { community } from './community.ts'
import { course } from './course.ts'
import { footer } from './footer.ts'
import { header } from './header.ts'
import { innerPages } from './inner-pages.ts'
import { learning } from './learning.ts'
import { lessons } from './lessons.ts'
import { listing } from './listing.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { ordersDocuments } from './orders-documents.ts'
import { pages } from './pages.ts'
import { passkeys } from './passkeys.ts'
import { pictureCrop } from './picture-crop.ts'
import { profile } from './profile.ts'
import { quotation } from './quotation.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { shell } from './shell.ts'
import { sideMenu } from './side-menu.ts'
import { socialSignIn } from './social-sign-in.ts'
import { staff } from './staff.ts'
import { trainer } from './trainer.ts'
import { twoFactor } from './two-factor.ts'
import { ui } from './ui.ts'
import { uploads } from './uploads.ts'
import { writing } from './writing.ts'

export const texts = {
  appeals,
  blog,
  carousel,
  catalogue,
  certificates,
  comments,
  community,
  course,
  socialSignIn,
  header,
  footer,
  accounts,
  innerPages,
  learning,
  lessons,
  listing,
  notices,
  ordersDocuments,
  orders,
  pages,
  passkeys,
  pictureCrop,
  profile,
  quotation,
  search,
  sessions,
  shell,
  sideMenu,
  staff,
  trainer,
  twoFactor,
  ui,
  uploads,
  writing,
}
