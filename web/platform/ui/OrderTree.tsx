import ChevronRight from 'lucide-react/icons/chevron-right'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { useState } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Button as AriaButton, Tree, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { Menu } from './Menu.tsx'
import styles from './OrderTree.module.css'

interface OrderNode<Id> {
  id: Id
  title: string
  /** More about it, in a quieter line. */
  note?: string
  children: readonly OrderNode<Id>[]
}

export type Side = 'before' | 'after' | 'on'

interface OrderTreeProps<Id> {
  label: string
  nodes: readonly OrderNode<Id>[]
  /** Several may be dragged at once. */
  onMove: (ids: Id[], beside: Id, side: Side) => void
  /** The title is a button that opens the line. */
  onOpen?: (node: OrderNode<Id>) => void
  /** The moves without dragging, from a menu of each line. */
  steps: {
    label: string
    disabled: (node: OrderNode<Id>) => boolean
    onStep: (node: OrderNode<Id>) => void
  }[]
}

/** A tree that is put in order by drag and drop (mouse, touch, keyboard) or step by step from a menu. */
export function OrderTree<Id extends string | number>(props: OrderTreeProps<Id>) {
  const { label, nodes, onMove, onOpen, steps } = props
  const [folded, setFolded] = useState<ReadonlySet<Id>>(new Set())
  const all = idsOf<Id>(nodes)
  const { dragAndDropHooks } = useDragAndDrop<OrderNode<Id>>({
    getItems: (_keys, items) => items.map(({ title }) => ({ 'text/plain': title })),
    onMove: ({ keys, target }) => onMove([...keys] as Id[], target.key as Id, target.dropPosition),
    renderDropIndicator: (target) => <DropIndicator target={target} className={styles.indicator ?? ''} />,
  })

  const item = (node: OrderNode<Id>) => (
    <TreeItem id={node.id} textValue={node.title} className={styles.item ?? ''}>
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className={styles.line}>
            {/* For the keyboard and screen readers. A mouse drags the row itself, and so does a finger after a
               long press. */}
            <AriaButton slot="drag" className={styles.grip ?? ''} aria-label={`Перетащить: ${node.title}`}>
              <GripVertical aria-hidden="true" />
            </AriaButton>
            {hasChildItems ? (
              <AriaButton slot="chevron" className={styles.chevron ?? ''}>
                <ChevronRight aria-hidden="true" />
              </AriaButton>
            ) : (
              <span className={styles.chevron} />
            )}
            <span className={styles.title}>
              {onOpen ? (
                <AriaButton className={styles.open ?? ''} onPress={() => onOpen(node)}>
                  {node.title}
                </AriaButton>
              ) : (
                node.title
              )}
              {node.note && <span className={styles.note}>{node.note}</span>}
            </span>
            <Menu
              trigger={<EllipsisVertical aria-hidden="true" />}
              label={`${onOpen ? 'Что сделать' : 'Переместить'}: ${node.title}`}
              triggerClass={styles.more ?? ''}
              items={steps.map((step) => ({
                id: step.label,
                label: step.label,
                disabled: step.disabled(node),
                onAction: () => step.onStep(node),
              }))}
            />
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{item}</Collection>
    </TreeItem>
  )

  return (
    <Tree
      aria-label={label}
      className={styles.tree ?? ''}
      items={nodes}
      expandedKeys={all.filter((id) => !folded.has(id))}
      onExpandedChange={(open) => setFolded(new Set(all.filter((id) => !open.has(id))))}
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[nodes]}
    >
      {item}
    </Tree>
  )
}

const idsOf = <Id,>(nodes: readonly OrderNode<Id>[]): Id[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)])
