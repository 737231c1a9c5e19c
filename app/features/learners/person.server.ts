/** A learner as the code of their own profile knows them, for staff who do the same in their place. */
import type { Lang } from '../../locales/lang.ts'
import type { Context, Services, SignedInUser } from '../../platform/context.server.ts'

type Row = {
  id: number
  email: string
  phone: string
  first_name: string
  last_name: string
  user_name: string
  lang: string
  profile_picture: string | null
}

/** @param by whose request it is; a job has none */
export function contextOfPerson(services: Services, row: Row, by?: Context): Context {
  const user: SignedInUser = {
    ...{ id: row.id, email: row.email, phone: row.phone },
    ...{ firstName: row.first_name, lastName: row.last_name, userName: row.user_name },
    profilePicture: row.profile_picture,
    unreadNotices: 0,
    sessionId: '',
    provedAt: services.now(),
    secondFactorNeeded: false,
    roles: ['Student'],
    lastRole: 'Student',
  }
  const lang: Lang = row.lang === 'en' ? 'en' : 'ar'
  return {
    ...services,
    requestId: by?.requestId ?? '',
    ip: by?.ip ?? '',
    userAgent: by?.userAgent ?? '',
    ...{ lang, user, isFromBrowser: false, tokensIn: 'cookies', setCookies: [], cookies: new Map() },
  }
}
