/** Changes a gate's sentence about a stage into a sentence about a track. */
export const aboutTrack = (sentence: string): string =>
  sentence.replace(/^Этап (?=открыт |проходит |закрыт |для )/, 'Трек ').replace('этап не проходит', 'трек не проходит')
