// The measures of what is shown, beside those of what is kept.

import { at, complain } from "../shared/dom.js";
import * as api from "./api.js";
import { showChart, showCounts, showMeasures } from "./panels.js";

/** Show the measures of the tourney; those that nobody has counted yet are asked for, if there is somebody to ask. */
export async function measure(studio, comparison, canAsk) {
  const { tourney } = studio;
  const canTell = canAsk || Boolean(tourney.measures);
  for (const id of ["moves-chart", "relative-chart"]) at(id).parentElement.hidden = !canTell;
  if (!canTell) {
    showCounts(at("measures"), tourney);
    return;
  }
  try {
    tourney.measures ??= await api.measure(tourney);
    if (comparison.tourney) comparison.tourney.measures ??= await api.measure(comparison.tourney);
  } catch (error) {
    complain(error);
    at("measures").replaceChildren();
    return;
  }
  if (studio.tourney !== tourney) return;
  const kept = comparison.tourney === tourney ? null : comparison.tourney?.measures;
  showMeasures(at("measures"), tourney.measures, kept);
  showChart(at("moves-chart"), tourney.measures.moves, "Move");
  showChart(at("relative-chart"), tourney.measures.relative_moves, "Relative move");
}
