# Writes rows of [kind, value, number format] as a workbook with Excel::Writer::XLSX or Spreadsheet::WriteExcel.
use strict;
use warnings;
use JSON::PP;

my ($library, $path) = @ARGV;
eval "require $library" or die $@;
my $rows = decode_json(do { local $/; <STDIN> });
my $book = $library->new($path);
my $sheet = $book->add_worksheet();
for my $r (0 .. $#$rows) {
    for my $c (0 .. $#{ $rows->[$r] }) {
        my ($kind, $value, $form) = @{ $rows->[$r][$c] };
        my @style = $form ? ($book->add_format(num_format => $form)) : ();
        if ($kind eq 'text') { $sheet->write_string($r, $c, $value, @style) }
        elsif ($kind eq 'day') { $sheet->write_date_time($r, $c, $value, @style) }
        elsif ($kind eq 'formula') { $sheet->write_formula($r, $c, "=$value", @style) }
        else { $sheet->write_number($r, $c, $value, @style) }
    }
}
$book->close();
