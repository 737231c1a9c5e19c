/** The API in process for a given user, with every check of the contract. */
import { randomUUID } from 'node:crypto'
import type { Api } from '../../app/api/contract.ts'
import { localApi } from '../../app/composition/operations.server.ts'
import type { Context, SignedInUser } from '../../app/platform/context.server.ts'
import type { TestApp } from './app.ts'

/** The context of a request of this user; null is a guest. */
export function contextAs(app: TestApp, user: SignedInUser | null, facts: Partial<Context> = {}): Context {
  return {
    ...app.services,
    requestId: randomUUID(),
    lang: 'en',
    user,
    ip: '192.0.2.1',
    userAgent: 'test',
    isFromBrowser: false,
    tokensIn: 'cookies',
    setCookies: [],
    cookies: new Map(),
    ...facts,
  }
}

export function apiAs(app: TestApp, user: SignedInUser | null, facts: Partial<Context> = {}): Api {
  return localApi(contextAs(app, user, facts))
}
