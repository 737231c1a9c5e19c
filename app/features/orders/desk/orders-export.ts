import { exportLoader } from '../../../desk/exports/export.ts'
import { orderFilters } from './order-filters.ts'

export const loader = exportLoader(
  (page, query) =>
    page.api.orders.exportOrders({ ...orderFilters(query), Ids: query.ids, format: query.format } as object),
  () => 'orders',
)
