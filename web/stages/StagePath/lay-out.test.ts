import { expect, test } from 'vitest'
import { layOut } from './lay-out.ts'
import type { StageNode } from './stage-node.ts'

const stage = (id: string, rest: Partial<StageNode> = {}): StageNode => ({
  id,
  title: id,
  status: 'wait',
  statusText: 'Закрыт',
  ...rest,
})

const rows = (nodes: StageNode[]) => layOut(nodes).map(({ node, hero, span }) => `${node.id}${hero ? '!' : ''}/${span}`)

test('a stage that is due has a row of its own, the others share theirs evenly', () => {
  const nodes = [stage('a'), stage('b', { current: true }), ...['c', 'd', 'e', 'f', 'g'].map((id) => stage(id))]
  expect(rows(nodes)).toEqual(['a/12', 'b!/12', 'c/4', 'd/4', 'e/4', 'f/6', 'g/6'])
})

test('a group with a part that is due is due', () => {
  expect(rows([stage('group', { children: [stage('part', { current: true })] })])).toEqual(['group!/12'])
})

test('a hidden stage is not on the path', () => {
  expect(rows([stage('a', { status: 'hidden' }), stage('b')])).toEqual(['b/12'])
})
