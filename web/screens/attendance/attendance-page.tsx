import { useSearchParams } from 'react-router-dom';
import { DayList } from './day-list.tsx';
import { RecordList } from './record-list.tsx';
import './attendance.css';

/** Hours per person and day, or with ?each one row per attendance record. */
export function Component() {
  return useSearchParams()[0].has('each') ? <RecordList /> : <DayList />;
}
