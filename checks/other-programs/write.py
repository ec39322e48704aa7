# Writes rows of [kind, value, number format] as a workbook with one of three libraries.
import datetime, json, sys

library, path = sys.argv[1:3]
rows = json.load(sys.stdin)


def meant(kind, value):
    if kind == 'day':
        return datetime.datetime.fromisoformat(value)
    return value


if library == 'openpyxl':
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    for r, row in enumerate(rows, 1):
        for c, (kind, value, form) in enumerate(row, 1):
            cell = sheet.cell(r, c)
            cell.value = '=' + value if kind == 'formula' else meant(kind, value)
            if kind == 'text':
                cell.data_type = 's'
            if form:
                cell.number_format = form
    book.save(path)
elif library == 'xlsxwriter':
    import xlsxwriter

    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet()
    for r, row in enumerate(rows):
        for c, (kind, value, form) in enumerate(row):
            style = book.add_format({'num_format': form}) if form else None
            if kind == 'text':
                sheet.write_string(r, c, value, style)
            elif kind == 'day':
                sheet.write_datetime(r, c, meant(kind, value), style)
            elif kind == 'formula':
                sheet.write_formula(r, c, '=' + value, style)
            else:
                sheet.write_number(r, c, value, style)
    book.close()
else:
    import xlwt

    book = xlwt.Workbook()
    sheet = book.add_sheet('Sheet')
    for r, row in enumerate(rows):
        for c, (kind, value, form) in enumerate(row):
            style = xlwt.easyxf(num_format_str=form) if form else xlwt.Style.default_style
            sheet.write(r, c, xlwt.Formula(value) if kind == 'formula' else meant(kind, value), style)
    book.save(path)
