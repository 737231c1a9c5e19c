/** Every answer of the API has the same shape. */
import { expect } from 'vitest'
import { z } from 'zod'

const Success = z.object({ isError: z.literal(false), data: z.unknown() })
const Failure = z.object({
  isError: z.literal(true),
  error: z.object({
    code: z.string(),
    description: z.string().min(1),
    fields: z.record(z.string(), z.array(z.string().min(1))).optional(),
  }),
})

export function expectEnvelope(answer: Response, text: string, request: string) {
  expect(answer.headers.get('content-type'), request).toContain('application/json')
  const shape = answer.ok ? Success : Failure
  expect(shape.safeParse(JSON.parse(text)).success, `${request}\n${text}`).toBe(true)
}
