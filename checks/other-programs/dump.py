# Prints the values of a workbook's cells as JSON, as openpyxl reads them.
import datetime, json, sys
from openpyxl import load_workbook

sheet = load_workbook(sys.argv[1]).active
told = lambda value: value.isoformat(sep=' ', timespec='minutes') if isinstance(value, datetime.datetime) else value
print(json.dumps([[told(cell.value) for cell in row] for row in sheet.iter_rows()]))
