import ExternalLink from 'lucide-react/icons/external-link'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Prose } from '#web/platform/ui/Prose.tsx'
import type { Solution } from './queries.ts'
import styles from './TeamsSolution.module.css'
import type { SolutionSettings } from './TeamsSolutionScreen.tsx'

interface SolutionTaskProps {
  settings: SolutionSettings
  task: Solution['task']
}

/** The task of all teams, the one that was drawn for this team, and the materials. */
export function SolutionTask({ settings, task }: SolutionTaskProps) {
  return (
    <section className={styles.task}>
      <Heading level={2}>Задание</Heading>
      {settings.task && <Paragraphs text={settings.task} />}
      {task && (
        <div className={styles.drawn}>
          <p className={styles.quiet}>Вашей команде досталось</p>
          <Heading level={3}>{task.title}</Heading>
          <Paragraphs text={task.text} />
        </div>
      )}
      {settings.materials.length > 0 && (
        <div>
          <Heading level={3}>Материалы</Heading>
          <ul className={styles.materials}>
            {settings.materials.map(({ title, link }) => (
              <li key={link}>
                <a href={link} target="_blank" rel="noreferrer">
                  {title} <ExternalLink aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const Paragraphs = ({ text }: { text: string }) => (
  <Prose className={styles.text ?? ''}>
    {text.split(/\n\s*\n/).map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </Prose>
)
