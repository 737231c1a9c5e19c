/** Every call of the product, by feature. */

import { identityEndpoints } from '../features/accounts/contract.ts'
import { blogEndpoints } from '../features/blog/contract.ts'
import { catalogueEndpoints } from '../features/catalogue/contract.ts'
import { commentsEndpoints } from '../features/comments/contract.ts'
import { communityEndpoints } from '../features/community/contract.ts'
import { leadsEndpoints } from '../features/leads/contract.ts'
import { moderationEndpoints } from '../features/moderation/contract.ts'
import { notificationsEndpoints } from '../features/notifications/contract.ts'
import { ordersEndpoints } from '../features/orders/contract.ts'
import { pagesEndpoints } from '../features/pages/contract.ts'
import { questionsEndpoints } from '../features/questions/contract.ts'
import { searchEndpoints } from '../features/search/contract.ts'
import { uploadsEndpoints } from '../features/uploads/contract.ts'
import type { Calls } from './endpoint.ts'

export const contract = {
  blog: blogEndpoints,
  catalogue: catalogueEndpoints,
  comments: commentsEndpoints,
  community: communityEndpoints,
  identity: identityEndpoints,
  leads: leadsEndpoints,
  moderation: moderationEndpoints,
  notifications: notificationsEndpoints,
  orders: ordersEndpoints,
  pages: pagesEndpoints,
  questions: questionsEndpoints,
  search: searchEndpoints,
  uploads: uploadsEndpoints,
}

/** The product's one door: the same type in process and over HTTP. */
export type Api = { [Feature in keyof typeof contract]: Calls<(typeof contract)[Feature]> }
