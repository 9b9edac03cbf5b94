import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StageStatus, stageStatuses } from './status.ts'
import { buildTree, type FlatStage, groupStatus, type TreeStage } from './tree.ts'

const stage = (stage_id: number, parent_id: number | null, status: StageStatus, type = 'form'): FlatStage => ({
  stage_id,
  parent_id,
  type,
  status,
  is_active: status === 'available',
  start_date: `2026-12-0${stage_id} 10:00:00`,
  end_date: `2026-12-1${stage_id} 10:00:00`,
})
const idsOf = (tree: TreeStage<FlatStage>[]): unknown[] =>
  tree.map((node) => (node.childs.length > 0 ? [node.stage_id, idsOf(node.childs)] : node.stage_id))

test('ST-04 hidden stages are removed from the tree with everything below them', () => {
  const stages = [
    stage(1, null, 'available'),
    stage(2, null, 'hidden', 'group'),
    stage(3, 2, 'available'),
    stage(4, null, 'wait', 'group'),
    stage(5, 4, 'hidden'),
    stage(6, 4, 'available'),
  ]
  expect(idsOf(buildTree(stages, 4))).toEqual([1, [4, [6]]])
})

test('ST-04 a group with nothing to show is removed too', () => {
  expect(buildTree([stage(1, null, 'available', 'group'), stage(2, 1, 'hidden')], 4)).toEqual([])
})

test('EN-06 a group is active when one of its stages is, and its dates span them', () => {
  const group = { ...stage(1, null, 'wait', 'group'), start_date: null, end_date: null }
  const [node] = buildTree([group, stage(2, 1, 'success'), stage(3, 1, 'available')], 4)
  expect(node).toMatchObject({
    status: 'in_progress',
    is_active: true,
    start_date: '2026-12-02 10:00:00',
    end_date: '2026-12-13 10:00:00',
  })
})

test('stages below the deepest level are shown at that level, and a stage without its parent at the top', () => {
  const chain = [null, 1, 2, 3, 4, 5].map((parent, place) => stage(place + 1, parent, 'wait'))
  expect(idsOf(buildTree(chain, 4))).toEqual([[1, [[2, [[3, [4, 5, 6]]]]]]])
  expect(idsOf(buildTree([stage(1, null, 'wait'), stage(2, 99, 'wait')], 4))).toEqual([1, 2])
})

test('EN-06 the status of a group follows from any mixture of statuses', () => {
  for (const status of stageStatuses) expect(groupStatus([status, 'hidden', status])).toBe(status)
  for (const status of ['in_progress', 'processing', 'interrupted'] as const)
    expect(groupStatus(['available', 'wait', status])).toBe('in_progress')
  expect(groupStatus(['success', 'wait'])).toBe('wait')
  expect(groupStatus(['available', 'wait'])).toBe('available')
  expect(groupStatus(['available', 'success'])).toBe('in_progress')
  expect(groupStatus(['success', 'not_allowed', 'timeover'])).toBe('not_allowed')
  expect(groupStatus(['success', 'timeover'])).toBe('timeover')
  expect(groupStatus(['success', 'unavailable_finalist'])).toBe('success')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...stageStatuses)), (statuses) => {
      const seen = statuses.filter((status) => status !== 'hidden')
      const derived = groupStatus(statuses)
      expect(stageStatuses).toContain(derived)
      expect(derived === 'hidden').toBe(seen.length === 0)
      expect(derived === 'success' && !seen.every((s) => s === 'success' || s === 'unavailable_finalist')).toBe(false)
    }),
  )
})

test('ST-04 no visible stage is lost or repeated, with any parents', () => {
  const forest = fc.array(
    fc.record({ parent: fc.option(fc.integer({ min: 0, max: 30 })), status: fc.constantFrom(...stageStatuses) }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(forest, (given) => {
      const stages = given.map(({ parent, status }, number) => ({
        ...stage(number + 1, parent !== null && parent < number ? parent + 1 : null, status),
      }))
      const tree = buildTree(stages, 4)
      const flat = (nodes: TreeStage<FlatStage>[], level = 1): number[] =>
        nodes.flatMap((node) => {
          expect(level).toBeLessThanOrEqual(4)
          return [node.stage_id, ...flat(node.childs, level + 1)]
        })
      const hidden = (id: number | null): boolean => {
        const found = stages.find(({ stage_id }) => stage_id === id)
        return found !== undefined && (found.status === 'hidden' || hidden(found.parent_id))
      }
      const shown = stages.filter(({ stage_id }) => !hidden(stage_id)).map(({ stage_id }) => stage_id)
      expect(flat(tree).sort((a, b) => a - b)).toEqual(shown)
    }),
  )
})

test('a group begins with its first dated stage, and has no end when one of its stages has none', () => {
  const group = { ...stage(1, null, 'wait', 'group'), start_date: null, end_date: null }
  const undated = { ...stage(2, 1, 'wait'), start_date: null, end_date: null }
  const [node] = buildTree([group, undated, stage(3, 1, 'wait')], 4)
  expect(node).toMatchObject({ start_date: stage(3, 1, 'wait').start_date, end_date: null })
  expect(buildTree([group, undated], 4)[0]).toMatchObject({ start_date: null, end_date: null })
})
