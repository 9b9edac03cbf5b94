import pino from 'pino'
import { expect, test } from 'vitest'
import { scrubLog } from './scrub-log.ts'

const canaries = [
  'anna.kedrova+portal@example.test',
  'anna%40example.test',
  '+7 916 123-45-67',
  '89161234567',
  '+79161234567',
  '112-233-445 95',
  '11223344595',
  '4509 876543',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'refresh=Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5',
  'k3Jt9xQz1LmN7vBw2RyTpUa5SdFgHjKlZxCvBnM0QwE',
]

test.each(canaries)('R-55 %s never appears in the log, wherever it is in a line', (secret) => {
  const lines: string[] = []
  const log = pino({ hooks: { streamWrite: scrubLog } }, { write: (line: string) => lines.push(line) })
  log.info({ deep: { deeper: [{ value: secret }] } }, 'a field')
  log.info(`plain text ${secret} and more`)
  log.error({ err: new Error(`duplicate key (value)=(${secret})`) }, 'an error')
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), pid: expect.any(Number) })
  }
})

test('R-55 everything else stays readable', () => {
  const line =
    '{"level":30,"time":1763712345678,"reqId":"req-1f","status":200,"ms":12,"msg":"GET /api/v3/competitions"}'
  expect(scrubLog(line)).toBe(line)
})
