import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { partPath } from '#shared/stages/addresses.ts'
import { isReturnedReason } from '#shared/stages/stage-status.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { withMoments } from '#web/platform/ui/Moments.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { momentInWords } from '#web/stages/StagePath/deadline.ts'
import type { Stage } from '#web/stages/stage.ts'
import styles from './Lesson.module.css'
import type { OwnLesson } from './queries.ts'

interface LessonWayProps {
  competition: string
  track: string
  whole: Stage
  plan: Stage
  report: Stage
  lesson: OwnLesson['lesson']
}

interface Step {
  title: string
  words: ReactNode
  done: boolean
  now: boolean
  part?: Stage
  action?: string
}

const isOpen = ({ status }: Stage) => status === 'available' || status === 'in_progress'
const isSent = ({ status, extra_data }: Stage) => status === 'success' || extra_data.handed_in_at !== null
const isBack = (part: Stage) =>
  isOpen(part) && (part.extra_data.remarks.length > 0 || isReturnedReason(part.extra_data.reason))

/** How far a lesson is: plan, its check, the lesson, the report, its check. */
export function LessonWay({ competition, track, whole, plan, report, lesson }: LessonWayProps) {
  return (
    <ol className={styles.way} aria-label="Путь урока">
      {stepsOf(plan, report, lesson).map(({ title, words, done, now, part, action }, place) => (
        <li
          key={title}
          className={styles.step}
          data-state={now ? 'now' : done ? 'done' : 'later'}
          aria-current={now ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {done && !now ? <Check /> : place + 1}
          </span>
          <div className={styles.about}>
            <h2 className={styles.title}>
              {part && action ? <PortalLink to={partPath(competition, track, whole, part)}>{title}</PortalLink> : title}
              {done && !now && <VisuallyHidden> — готово</VisuallyHidden>}
            </h2>
            <p className={styles.quiet}>{withMoments(words)}</p>
          </div>
          {action && (
            <span className={styles.action} aria-hidden="true">
              {action}
              <ChevronRight />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

function stepsOf(plan: Stage, report: Stage, lesson: OwnLesson['lesson']): Step[] {
  const approved = plan.status === 'success'
  const accepted = report.status === 'success'
  const where = lesson && `${lesson.school}, ${momentInWords(lesson.starts_at)}`
  return [
    {
      title: 'План',
      words: isBack(plan) ? 'Вернули на доработку' : isSent(plan) ? 'Сдан' : plan.extra_data.reason,
      done: isSent(plan),
      now: isOpen(plan),
      part: plan,
      ...(isOpen(plan)
        ? { action: isBack(plan) ? 'Исправить' : 'Заполнить' }
        : isSent(plan)
          ? { action: 'Посмотреть' }
          : {}),
    },
    {
      title: 'Проверка плана',
      words: approved ? 'План одобрен' : 'Решает координатор вашего региона',
      done: approved,
      now: !approved && !isOpen(plan) && isSent(plan),
    },
    {
      title: 'Урок',
      words:
        lesson?.held_on && isSent(report) ? `${lesson.school}. Прошёл` : (where ?? 'Школу и день вы назовёте в плане'),
      done: isSent(report),
      now: approved && report.status === 'available',
    },
    {
      title: 'Отчёт',
      words: isBack(report)
        ? 'Вернули на доработку'
        : isSent(report)
          ? 'Сдан'
          : approved
            ? report.extra_data.reason
            : 'Откроется, когда план одобрят: фотографии, ссылка на видео, письмо из школы',
      done: isSent(report),
      now: report.status === 'in_progress',
      part: report,
      ...(isOpen(report)
        ? { action: isBack(report) ? 'Исправить' : 'Заполнить' }
        : isSent(report)
          ? { action: 'Посмотреть' }
          : {}),
    },
    {
      title: 'Проверка отчёта',
      words: accepted ? 'Урок принят' : 'После неё урок засчитают и дадут благодарность',
      done: accepted,
      now: isSent(report) && !accepted,
    },
  ]
}
