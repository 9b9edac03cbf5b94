import { expect, test } from 'vitest'
import { givenAgain } from './given-consents.ts'

const track = (code: string) => ({ code, title: code, description: '' })
const form = {
  tracks: [track('state'), track('business')],
  documents: [
    { code: 'personal-data', version: 2 },
    { code: 'news', version: 1 },
  ],
}

test('after a reload the ticks, the track and the promo code are there again', () => {
  const given = { consents: { 'personal-data': 2, news: 1 }, track: 'business', promocode: 'ВЕСНА' }
  expect(givenAgain(form, given)).toEqual(given)
})

test('a consent to an older text and the choice of a removed track are dropped', () => {
  const kept = { consents: { 'personal-data': 1, gone: 1 }, track: 'old', promocode: '' }
  expect(givenAgain(form, kept)).toEqual({ consents: {}, track: '', promocode: '' })
})

test('the only track needs no choice, and a stored value of another shape is ignored', () => {
  const nothing = { consents: {}, track: 'state', promocode: '' }
  for (const kept of [null, 'x', 5, [], { consents: 'x', promocode: 7 }])
    expect(givenAgain({ ...form, tracks: [track('state')] }, kept)).toEqual(nothing)
})
