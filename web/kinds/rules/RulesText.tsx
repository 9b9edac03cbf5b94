import { goToPart } from '#web/platform/navigation/go-to-part.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import styles from './RulesScreen.module.css'
import { type RulesBlock, rulesSections } from './rules-text.ts'

/** The whole text with its table of contents. */
export function RulesText({ text }: { text: string }) {
  const sections = rulesSections(text)
  const titled = sections.flatMap(({ id, title }) => (id === null ? [] : [{ id, title }]))
  return (
    <div className={styles.layout}>
      {titled.length > 1 && (
        <nav className={styles.contents} aria-label="Содержание правил">
          <p className={styles.contentsTitle}>Содержание</p>
          <ol>
            {titled.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => goToPart(event, id)}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Prose className={styles.text ?? ''}>
        {sections.map(({ id, title, blocks }) => (
          <section key={id ?? 'preamble'}>
            {id !== null && (
              <Heading level={2} size={2} id={id} tabIndex={-1}>
                {title}
              </Heading>
            )}
            {blocks.map((block, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is shown
              <Block key={number} block={block} />
            ))}
          </section>
        ))}
      </Prose>
    </div>
  )
}

function Block({ block }: { block: RulesBlock }) {
  if (block.kind === 'paragraph') return <p>{block.text}</p>
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}
