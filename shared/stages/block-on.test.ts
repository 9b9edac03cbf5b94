import { expect, test } from 'vitest'
import { stageKinds } from '#shared/kinds/kinds.ts'
import { blocksPage, usualBlockOn } from './block-on.ts'
import { stageStatuses } from './status.ts'

const page = { is_active: true, viewable: true }
const usual = { blockOn: usualBlockOn, needsViewable: false }

test('GD-08 a page blocks hidden, not_allowed, unavailable_finalist and timeover unless its kind says otherwise', () => {
  const blocked = stageStatuses.filter((status) => blocksPage({ ...page, status }, usual))
  expect(blocked).toEqual(['hidden', 'not_allowed', 'timeover', 'unavailable_finalist'])
  expect(blocksPage({ ...page, status: 'timeover' }, { ...usual, blockOn: [] })).toBe(false)
})

test('GD-08 no kind shows its page when the stage is hidden or closed to finalists', () => {
  for (const kind of Object.values(stageKinds))
    for (const status of ['hidden', 'unavailable_finalist'] as const)
      expect(blocksPage({ ...page, status }, kind), kind.type).toBe(true)
})

test('a rejected application and form show the reason, and rejected rules can be read again', () => {
  for (const type of ['registration', 'rules', 'form'] as const)
    expect(blocksPage({ ...page, status: 'not_allowed' }, stageKinds[type]), type).toBe(false)
})

test('GD-09 a form that is neither viewable nor active is closed whatever its status', () => {
  const form = { status: 'success' as const, is_active: false, viewable: false }
  expect(blocksPage(form, stageKinds.form)).toBe(true)
  expect(blocksPage({ ...form, viewable: true }, stageKinds.form)).toBe(false)
  expect(blocksPage({ ...form, is_active: true }, stageKinds.form)).toBe(false)
  expect(blocksPage(form, stageKinds.essay)).toBe(false)
})
