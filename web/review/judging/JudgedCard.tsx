import { plural } from '#shared/platform/time/plural.ts'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import styles from '#web/review/checking/Desk.module.css'
import { LookDrawing } from '#web/seasons/themes/LookDrawing.tsx'
import { coloursOf, lookOf } from '#web/seasons/themes/themes.ts'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import type { JudgedStage } from './queries.ts'

/** One stage whose works this person judges: how many are left, until when, and the way to the next one. */
export function JudgedCard({ stage }: { stage: JudgedStage }) {
  const { title, competition_title, left, done, until, next } = stage
  const look = { ...stage, code: stage.competition_code }
  return (
    <li className={styles.queue}>
      <div className={styles.picture} data-look={coloursOf(look)} data-decoration aria-hidden="true">
        <LookDrawing look={lookOf(look)} />
      </div>
      <div className={styles.about}>
        <p className={styles.of}>{competition_title}</p>
        <Heading level={3} size={3}>
          <PortalLink to={`/desk/judging/${stage.stage_id}`}>{title}</PortalLink>
        </Heading>
        <p className={styles.wait}>
          <Moments
            text={
              left === 0 ? 'Всё оценено' : until === null ? 'Оценки эксперта' : `Оценить до ${momentInWords(until)}`
            }
          />
          {done > 0 && left > 0 && `, готово: ${done}`}
        </p>
      </div>
      <div className={styles.begin}>
        {next !== null && (
          <>
            <p className={styles.left}>
              <span className={styles.count}>{left.toLocaleString('ru-RU')}</span>{' '}
              {plural(left, 'работа', 'работы', 'работ')}
            </p>
            <PortalLinkButton to={`/desk/readings/${next}`} aria-label={`Оценивать: ${title}`}>
              Оценивать
            </PortalLinkButton>
          </>
        )}
      </div>
    </li>
  )
}
