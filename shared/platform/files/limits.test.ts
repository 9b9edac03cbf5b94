import { expect, test } from 'vitest'
import { formatOf, imageFault, imageFormats, imageMaxBytes, megabytes } from './limits.ts'

const image = { type: 'image/png', width: 500, height: 500, bytes: 1000 }

test('VL-11 a picture of 500 by 500 is large enough, one pixel less is not', () => {
  expect(imageFault(image)).toBeNull()
  expect(imageFault({ ...image, width: 499 })).toBe('image_too_small')
  expect(imageFault({ ...image, height: 499, width: 5000 })).toBe('image_too_small')
})

test('VL-11 pictures are jpg, jpeg, png and gif', () => {
  expect(imageFormats).toEqual(['jpg', 'jpeg', 'png', 'gif'])
  const taken = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml', 'text/html']
  expect(taken.filter((type) => imageFault({ ...image, type }) === null)).toEqual([
    'image/jpeg',
    'image/png',
    'image/gif',
  ])
})

test('VL-11 a picture with too many bytes or pixels is refused', () => {
  expect(imageFault({ ...image, bytes: imageMaxBytes + 1 })).toBe('file_too_big')
  expect(imageFault({ ...image, width: 10_000, height: 10_000 })).toBe('image_too_large')
})

test('VL-11 the format is the last extension of the name', () => {
  expect(['a.JPG', 'a.tar.gz', 'a', '.png', 'a.'].map(formatOf)).toEqual(['jpg', 'gz', '', 'png', ''])
  expect([20 * 1024 * 1024, 1_572_864].map(megabytes)).toEqual(['20 МБ', '1,5 МБ'])
})
