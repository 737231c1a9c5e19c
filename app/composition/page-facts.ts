/** The page facts of every feature. */
import type { PageFactsByAddress } from '../api/page-facts.ts'
import { articleEditingPageFacts } from '../features/article-editing/http.ts'
import { bankStatementsPageFacts } from '../features/bank-statements/http.ts'
import { blogPageFacts } from '../features/blog/http.ts'
import { cataloguePageFacts } from '../features/catalogue/http.ts'
import { chargebacksPageFacts } from '../features/chargebacks/http.ts'
import { checkoutPageFacts } from '../features/checkout/http.ts'
import { communityPageFacts } from '../features/community/http.ts'
import { courseEditingPageFacts } from '../features/course-editing/http.ts'
import { leadsPageFacts } from '../features/leads/http.ts'
import { lessonsPageFacts } from '../features/lessons/http.ts'
import { materialsPageFacts } from '../features/materials/http.ts'
import { mediaPageFacts } from '../features/media/http.ts'
import { moderationPageFacts } from '../features/moderation/http.ts'
import { policiesPageFacts } from '../features/pages/http.ts'
import { payoutsPageFacts } from '../features/payouts/http.ts'
import { profilePageFacts } from '../features/profile/http.ts'
import { questionsPageFacts } from '../features/questions/http.ts'
import { quotesPageFacts } from '../features/quotes/http.ts'
import { reviewsPageFacts } from '../features/reviews/http.ts'
import { searchPageFacts } from '../features/search/http.ts'
import { staffPageFacts } from '../features/staff/http.ts'
import { trainersPageFacts } from '../features/trainers/http.ts'

export const pageFacts: PageFactsByAddress = {
  ...articleEditingPageFacts,
  ...bankStatementsPageFacts,
  ...payoutsPageFacts,
  ...blogPageFacts,
  ...policiesPageFacts,
  ...cataloguePageFacts,
  ...chargebacksPageFacts,
  ...checkoutPageFacts,
  ...communityPageFacts,
  ...courseEditingPageFacts,
  ...trainersPageFacts,
  ...leadsPageFacts,
  ...lessonsPageFacts,
  ...materialsPageFacts,
  ...mediaPageFacts,
  ...moderationPageFacts,
  ...profilePageFacts,
  ...questionsPageFacts,
  ...quotesPageFacts,
  ...reviewsPageFacts,
  ...searchPageFacts,
  ...staffPageFacts,
}
