/** The Api over HTTP, as an application of somebody else would call it. */
import { type Api, contract } from '../../app/api/contract.ts'
import type { Endpoint } from '../../app/api/endpoint.ts'
import type { CallOptions, TestApp } from './app.ts'

export function apiOverHttp(app: Pick<TestApp, 'call'>, token: string, lang: 'ar' | 'en' = 'ar'): Api {
  const features = Object.entries(contract).map(([feature, endpoints]) => {
    const calls = Object.entries(endpoints).map(([name, endpoint]: [string, Endpoint]) => [
      name,
      callOf(app, endpoint, { token, lang }),
    ])
    return [feature, Object.fromEntries(calls)]
  })
  return Object.fromEntries(features) as Api
}

const callOf =
  (app: Pick<TestApp, 'call'>, endpoint: Endpoint, options: CallOptions) => async (input: Record<string, unknown>) => {
    const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = String(rest.get(name))
      rest.delete(name)
      return encodeURIComponent(value)
    })
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]))
    const answer = await app.call(endpoint.method, inQuery && query.size > 0 ? `${path}?${query}` : path, {
      ...options,
      ...(inQuery ? {} : { body: Object.fromEntries(rest) }),
    })
    if (answer.status >= 300)
      throw new Error(`${endpoint.method} ${path}?${query}: ${answer.status} ${answer.error?.code}`)
    return answer.data
  }
