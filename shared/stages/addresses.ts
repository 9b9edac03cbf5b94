import { regionalView } from './regional-view.ts'

interface NamedStage {
  type: string
  code: string
  view?: string
}

export const trackPath = (competition: string, track: string) => `/${competition}/${track}`

/** A part of a stage has its address below the whole. */
export const partPath = (competition: string, track: string, whole: NamedStage, part: { code: string }) =>
  `${stagePath(competition, track, whole)}/${part.code}`

/** A track has one page for formed teams, so its address does not name the stage; a team id may follow. */
export const stagePath = (competition: string, track: string, stage: NamedStage) =>
  stage.type === 'teams_forming' && stage.view !== regionalView
    ? `/${competition}/${track}/stages/teams_forming`
    : `/${competition}/${track}/stages/${stage.type}/${stage.code}`
