/** Counts an order for the campaign by which its learner came today. */
import type { Context } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { campaignOfVisitor, insertOrderCampaign, seedOfDay } from './queries.server.ts'
import { thingNumber, visitorNumber } from './visitor-number.ts'

/** The order stands whether or not it could be counted. */
export async function countForCampaign(ctx: Context, orderId: string): Promise<void> {
  const day = dayOf(ctx.now())
  try {
    const seed = await seedOfDay(ctx.db, day)
    if (seed === undefined) return
    const campaign = await campaignOfVisitor(ctx.db, day, visitorNumber(seed, ctx.ip, thingNumber(ctx.userAgent)))
    if (campaign !== undefined && campaign !== 0) await insertOrderCampaign(ctx.db, orderId, campaign, day)
  } catch (error) {
    ctx.log.error({ err: error }, 'an order was not counted for its campaign')
  }
}
