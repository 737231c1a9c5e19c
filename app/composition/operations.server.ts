/** Every feature's operations, bound to the contract. */
import { createLocalApi } from '../api/local-api.server.ts'
import { identityOperations } from '../features/accounts/accounts.server.ts'
import { blogOperations } from '../features/blog/blog.server.ts'
import { catalogueOperations } from '../features/catalogue/catalogue.server.ts'
import { commentsOperations } from '../features/comments/writing.server.ts'
import { communityOperations } from '../features/community/community.server.ts'
import { leadsOperations } from '../features/leads/leads.server.ts'
import { moderationOperations } from '../features/moderation/moderation.server.ts'
import { notificationsOperations } from '../features/notifications/notifications.server.ts'
import { ordersOperations } from '../features/orders/orders.server.ts'
import { pagesOperations } from '../features/pages/pages.server.ts'
import { questionsOperations } from '../features/questions/questions.server.ts'
import { searchOperations } from '../features/search/search.server.ts'
import { uploadsOperations } from '../features/uploads/uploads.server.ts'

export const localApi = createLocalApi({
  blog: blogOperations,
  catalogue: catalogueOperations,
  comments: commentsOperations,
  community: communityOperations,
  identity: identityOperations,
  leads: leadsOperations,
  moderation: moderationOperations,
  notifications: notificationsOperations,
  orders: ordersOperations,
  pages: pagesOperations,
  questions: questionsOperations,
  search: searchOperations,
  uploads: uploadsOperations,
})
