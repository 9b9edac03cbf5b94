import { useQuery } from '@tanstack/react-query'
import { photoPairsPage } from '#shared/programme/lessons/limits.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { useDesk } from '#web/review/checking/use-desk.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import lesson from './Lesson.module.css'
import notes from './LessonNotes.module.css'
import { LessonPhoto } from './LessonPhotoPair.tsx'
import { type PhotoPairs, photoPairsQuery } from './queries.ts'

/** Pictures of all reports that look alike, side by side, each with its report. */
export function PhotoPairsPanel({ of }: { of: StagePanelProps }) {
  const list = useList('photos', {})
  const query = useQuery(photoPairsQuery(of, list.asked.page))
  return (
    <Panel
      id="photos"
      title="Похожие фотографии"
      says={query.data?.count === 0 ? 'Похожих снимков нет' : countOf(query, 'пара', 'пары', 'пар')}
      read
    >
      <PagedList
        of={query}
        list={list}
        size={photoPairsPage}
        loading="Ищем похожие снимки…"
        failed="Снимки не загрузились"
        lines={4}
        level={3}
        label="Страницы снимков"
        empty="Похожих снимков в сданных отчётах нет."
      >
        {({ pairs }) => (
          <div className={lesson.form}>
            <p className={lesson.quiet}>Сравните снимки: портал мог ошибиться. Сначала самые похожие.</p>
            <ul className={notes.pairs}>
              {pairs.map(({ one, other }) => (
                <li key={`${one.file_id} ${other.file_id}`} className={notes.photos}>
                  <Of photo={one} />
                  <Of photo={other} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </PagedList>
    </Panel>
  )
}

function Of({ photo }: { photo: PhotoPairs['pairs'][number]['one'] }) {
  const desk = useDesk()
  const { work_id, file_id, name, test_id, region } = photo
  return (
    <LessonPhoto workId={work_id} fileId={file_id} words={`Снимок из отчёта: ${name}`}>
      <PortalLink to={`${desk.path}/works/${work_id}`} alone>
        <bdi>{name}</bdi> ({test_id})
      </PortalLink>
      {region && <div className={lesson.quiet}>{region}</div>}
    </LessonPhoto>
  )
}
