import { expect, test } from 'vitest'
import { freePlace } from './free-place.ts'

const view = { width: 1000, height: 600 }
const notice = { width: 300, height: 60 }
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test('a notice is placed as low as there is room, at the left first', () => {
  expect(freePlace(notice, view, [])).toEqual({ left: 16, top: 524 })
  expect(freePlace(notice, view, [box(0, 500, 200, 40)])).toEqual({ left: 350, top: 524 })
  expect(freePlace(notice, view, [box(0, 500, 400, 40)])).toEqual({ left: 684, top: 524 })
})

test('a notice goes up where the lower edge is taken, and touches nothing', () => {
  expect(freePlace(notice, view, [box(0, 540, 1000, 60)])).toEqual({ left: 16, top: 476 })
  expect(freePlace(notice, view, [box(0, 536, 1000, 64), box(0, 400, 1000, 60)])).toEqual({ left: 16, top: 476 })
})

test('a notice on a phone has one place in a line, and none where all is taken', () => {
  expect(freePlace({ width: 328, height: 60 }, { width: 360, height: 640 }, [])).toEqual({ left: 16, top: 564 })
  expect(freePlace(notice, view, [box(0, 0, 1000, 600)])).toBeNull()
  expect(freePlace({ width: 1200, height: 60 }, view, [])).toBeNull()
})
