/** The OpenAPI document of every endpoint, generated from the schemas that validate it. */
import { z } from 'zod'
import type { InstalmentCompany } from '../platform/instalment-companies.ts'
import type { PaymentSettings } from '../platform/settings/payment-settings.server.ts'
import { contract } from './contract.ts'
import type { Audience, Endpoint } from './endpoint.ts'
import { PROBLEMS, type ProblemCode } from './problem.ts'

type Json = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as Json
}

/** The OpenAPI 3.1 document. @param publicUrl without a trailing slash */
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
      description: 'Paths match without regard to letter case. Accept-Language picks ar (default) or en.',
    },
    servers: [{ url: `${publicUrl}/api` }],
    paths: { ...paths, '/Payments/webhook/{provider}': { post: WEBHOOK } },
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
        conflicts: {
          type: 'object',
          description: 'Of `changedMeanwhile`: the fields that somebody else changed, with both values.',
          additionalProperties: {
            type: 'object',
            required: ['yours', 'theirs'],
            properties: { yours: {}, theirs: {} },
          },
        },
      },
    },
  },
}

function operation(feature: string, name: string, endpoint: Endpoint): Json {
  const input = jsonSchema(endpoint.input, 'input')
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const names = Object.keys((input.properties ?? {}) as Json)
  const inQuery = new Set(endpoint.method === 'GET' ? names : endpoint.query)
  const hasBody =
    endpoint.method !== 'GET' &&
    (endpoint.method !== 'DELETE' || names.some((name) => !inPath.has(name) && !inQuery.has(name)))
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: endpoint.summary,
    security: endpoint.audience === 'everyone' ? [] : [{ bearer: [] }, { cookie: [] }],
    ...(typeof endpoint.audience === 'object' ? { 'x-right': endpoint.audience.right } : {}),
    parameters: [
      ...parameters(input, inPath, inQuery),
      ...(endpoint.creates ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.givesTokens ? [SESSION] : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: bodies(endpoint, without(input, new Set([...inPath, ...inQuery]))),
          },
        }
      : {}),
    responses: responses(endpoint),
  }
}

/** The schema of an object without some of its properties. */
function without(schema: Json, names: Set<string>): Json {
  const properties = Object.entries((schema.properties ?? {}) as Json).filter(([name]) => !names.has(name))
  const required = ((schema.required ?? []) as string[]).filter((name) => !names.has(name))
  return { ...schema, properties: Object.fromEntries(properties), required }
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

const SESSION = {
  name: 'X-Session',
  in: 'header',
  required: false,
  schema: { type: 'string', enum: ['cookies'] },
  description: 'Sets the tokens as cookies and returns none; without it they are in the body and no cookie is set.',
}

function parameters(input: Json, inPath: Set<string>, inQuery: Set<string>): Json[] {
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = new Set((input.required ?? []) as string[])
  return properties
    .filter(([name]) => inPath.has(name) || inQuery.has(name))
    .map(([name, schema]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema,
      // Several values are one parameter, with commas between them.
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    }))
}

function responses(endpoint: Endpoint): Json {
  const codes = [
    'validation',
    ...audienceProblems(endpoint.audience),
    ...(endpoint.needsProof ? ['proofNeeded'] : []),
    ...(endpoint.problems ?? []),
  ] as (keyof typeof PROBLEMS)[]
  const success = endpoint.redirects
    ? { 302: { description: 'Goes on elsewhere.', headers: { Location: { schema: { type: 'string' } } } } }
    : {
        [endpoint.status ?? 200]: {
          description: 'Done.',
          content: endpoint.file ? fileContent(endpoint.file) : successContent(endpoint.output),
        },
      }
  return { ...success, ...problemResponses(codes) }
}

const fileContent = (types: string | readonly string[]): Json =>
  Object.fromEntries([types].flat().map((type) => [type, {}]))

function successContent(output: z.ZodType): Json {
  const properties = { isError: { const: false }, data: jsonSchema(output, 'output') }
  return { 'application/json': { schema: { type: 'object', required: ['isError', 'data'], properties } } }
}

function problemResponses(codes: readonly ProblemCode[]): Json {
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => PROBLEMS[code])].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** The webhook bodies of the payment providers. `app/http/api-routes.test.ts` compares them with what the adapters read. */
const WEBHOOK_BODIES = {
  sandbox: z.object({ id: z.uuid(), type: z.string(), payment: z.uuid() }).describe('Signed in Sandbox-Signature.'),
  moyasar: z
    .object({
      id: z.string(),
      type: z.string(),
      secret_token: z.string(),
      live: z.boolean(),
      created_at: z.string().nullish(),
      data: z.record(z.string(), z.unknown()),
    })
    .describe('Proves itself by secret_token. https://docs.moyasar.com/api/webhooks'),
  tabby: z
    .object({ id: z.string(), status: z.string(), is_test: z.boolean().nullish() })
    .describe('Proves itself by X-Webhook-Secret. https://docs.tabby.ai/pay-in-4-custom-integration/webhooks'),
  tamara: z
    .object({ order_id: z.string(), order_reference_id: z.string().nullish(), event_type: z.string() })
    .describe('Proves itself by a JWT (Bearer). https://docs.tamara.co/docs/webhook-subscription'),
} satisfies Record<PaymentSettings['provider'] | InstalmentCompany, z.ZodType>

/** Not in the contract: each payment provider calls it with a body of its own. */
const WEBHOOK: Json = {
  operationId: 'payments.webhook',
  tags: ['payments'],
  summary: 'What a payment company tells by itself; it is answered once it is stored, and what it says is asked for.',
  security: [],
  parameters: [
    { name: 'provider', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(WEBHOOK_BODIES) } },
    {
      name: 'Sandbox-Signature',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'The sandbox’s: t=seconds,v1=HMAC-SHA256 of "t.body" in hexadecimal digits; good for five minutes.',
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { oneOf: Object.values(WEBHOOK_BODIES).map((message) => jsonSchema(message, 'input')) },
      },
    },
  },
  responses: {
    200: { description: 'Stored, now or when it came before.', content: successContent(z.object({})) },
    ...problemResponses(['forbidden', 'uploadTooSlow', 'tooLarge']),
  },
}

function audienceProblems(audience: Audience): string[] {
  if (audience === 'everyone') return []
  if (audience === 'signedIn') return ['unauthenticated']
  return ['unauthenticated', 'forbidden', 'secondFactorNeeded']
}
