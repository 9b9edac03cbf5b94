import { expect, test } from 'vitest'
import { peerMarkInWords } from './peer-mark.ts'

test('the sentence of a mark names who gave it: experts who checked, experts alone, or participants', () => {
  const said = (received: number, experts: number, balanced = 62.5) =>
    peerMarkInWords({ received, experts, raw: null, balanced })
  expect(said(5, 2)).toBe('Итог — 62,5 из 100: средняя оценка 2 экспертов, которые проверили работу.')
  expect(said(0, 1, 60)).toBe('Итог — 60 из 100: оценка эксперта, который проверил работу.')
  expect(said(0, 0)).toBe('Итог — 62,5 из 100: работу оценили эксперты.')
  expect(said(1, 0)).toBe(
    'Итог — 62,5 из 100: средняя оценка 1 участника, выровненная по строгости и внимательности каждого.',
  )
})
