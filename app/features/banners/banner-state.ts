export const BANNER_KINDS = ['information', 'important'] as const

export type BannerState = 'planned' | 'shown' | 'over'

export function bannerState({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): BannerState {
  if (now < startsAt) return 'planned'
  return now < endsAt ? 'shown' : 'over'
}
