/** The documentation of every call, made from the schemas that validate it. */
import { z } from 'zod'
import { contract } from './contract.ts'
import type { Audience, Endpoint } from './endpoint.ts'
import { PROBLEMS } from './problem.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Json
}

/** The OpenAPI 3.1 document. @param publicUrl without a slash at its end */
export function openApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = `/${endpoint.path}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(feature, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Maahad',
      version: '1',
      description:
        'Paths match without regard to letter case. Accept-Language picks ar (default) or en. Payment companies send ' +
        'their messages to POST /Payments/webhook/{provider}: 2xx once a message is stored.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'access' },
      },
      schemas: { Error: ERROR },
    },
  }
}

const ERROR = {
  type: 'object',
  required: ['isError', 'error'],
  properties: {
    isError: { const: true },
    error: {
      type: 'object',
      required: ['code', 'description'],
      properties: {
        code: { type: 'string', enum: Object.keys(PROBLEMS) },
        description: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
}

function operation(feature: string, name: string, endpoint: Endpoint): Json {
  const input = jsonSchema(endpoint.input, 'input')
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    security: endpoint.audience === 'everyone' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [...parameters(input, inPath, hasBody), ...(endpoint.creates ? [IDEMPOTENCY_KEY] : [])],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: bodies(endpoint, input),
          },
        }
      : {}),
    responses: responses(endpoint),
  }
}

function bodies({ multipart, files }: Endpoint, schema: Json): Json {
  if (files?.raw) return { 'multipart/form-data': { schema }, 'application/octet-stream': { schema: BINARY } }
  if (files) return { 'application/json': { schema }, 'multipart/form-data': { schema } }
  return { [multipart ? 'multipart/form-data' : 'application/json']: { schema } }
}

const BINARY = { type: 'string', format: 'binary', description: 'The file; its name percent-encoded in X-File-Name.' }

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The same key with the same body gets the first answer again.',
}

function parameters(input: Json, inPath: Set<string>, hasBody: boolean): Json[] {
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = new Set((input.required ?? []) as string[])
  return properties
    .filter(([name]) => inPath.has(name) || !hasBody)
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema,
    }))
}

function responses(endpoint: Endpoint): Json {
  const refused = new Map<number, string[]>()
  const codes = [
    'validation',
    ...audienceProblems(endpoint.audience),
    ...(endpoint.problems ?? []),
  ] as (keyof typeof PROBLEMS)[]
  for (const code of codes) refused.set(PROBLEMS[code], [...(refused.get(PROBLEMS[code]) ?? []), code])
  const data = jsonSchema(endpoint.output, 'output')
  const success = { type: 'object', required: ['isError', 'data'], properties: { isError: { const: false }, data } }
  const done = endpoint.redirects
    ? { 302: { description: 'Goes on elsewhere.', headers: { Location: { schema: { type: 'string' } } } } }
    : {
        [endpoint.status ?? 200]: {
          description: 'Done.',
          content: endpoint.file ? { [endpoint.file]: {} } : { 'application/json': { schema: success } },
        },
      }
  return {
    ...done,
    ...Object.fromEntries(
      [...refused].map(([status, names]) => [
        status,
        {
          description: names.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
    ),
  }
}

function audienceProblems(audience: Audience): string[] {
  if (audience === 'everyone') return []
  return audience === 'signedIn' ? ['unauthenticated'] : ['unauthenticated', 'forbidden']
}
